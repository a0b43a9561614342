-- What devices report as alarms, as it was sent. How many alarms that were is counted from it: what comes late or out of
-- order counts as if it had come in time (docs/decisions/0111-conditions-of-cycles.md).
create table alarm_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  station_id bigint not null,
  -- Null for the station as a whole.
  device_id bigint,
  code text not null check (code <> ''),
  part text not null default '',
  name text not null default '',
  level smallint not null check (level between 1 and 4),
  edge text not null check (edge in ('raise', 'clear')),
  at timestamptz not null,
  received_at timestamptz not null,
  -- What makes sending again change nothing: the key of the source, or what was reported and when.
  key text not null,
  -- A text, not an array: rows are found by an index only by comparisons that row-level security trusts.
  course text not null generated always as (coalesce(device_id::text, '') || chr(31) || code || chr(31) || part) stored,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, station_id) references station (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
comment on column alarm_event.level is '1 紧急, 2 重要, 3 次要, 4 提示';
comment on column alarm_event.part is 'Of the device: a string, a phase.';
comment on column alarm_event.course is 'Events with the same course are of one alarm that comes and goes.';
create index alarm_event_course on alarm_event (tenant_id, station_id, course, at, id);
create index alarm_event_raised on alarm_event (tenant_id, station_id, at) where edge = 'raise' and level < 4;
create index alarm_event_device on alarm_event (tenant_id, device_id) where device_id is not null;
call app.isolate('alarm_event');
call app.keep_forever('alarm_event');

-- Conditions of cycles say of everything that can be counted whether it is.
update inspection_cycle set rule = jsonb_set(rule, '{condition}', '{"hours": null, "alarms": null}' || (rule -> 'condition'))
  where rule ? 'condition';
