-- Positions: what people are in the company. They say nothing of rights, which come from roles; a person may hold several.
create table job_position (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  code text not null check (code ~ '^[A-Za-z0-9_]{1,32}$'),
  name text not null check (name <> ''),
  post_rank int not null default 0 check (post_rank >= 0),
  description text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
comment on column job_position.post_rank is 'The lowest comes first.';
call app.isolate('job_position');
call app.keep_names('job_position', 'name');

-- Without a cascade: a position that somebody holds is not removed.
create table user_position (
  tenant_id int not null default app.tenant_id() references tenant,
  user_id bigint not null,
  position_id bigint not null,
  primary key (tenant_id, user_id, position_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, position_id) references job_position (tenant_id, id)
);
create index user_position_position on user_position (tenant_id, position_id);
call app.isolate('user_position');
