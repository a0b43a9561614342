-- Rules that codes are built by (spec 2 §5 "Rule check"), each company's own.
create table check_rule (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  rule_code text not null check (rule_code <> ''),
  rule_name text not null check (rule_name <> ''),
  description text not null default '',
  built_in boolean not null default false,
  segments jsonb not null check (jsonb_array_length(segments) > 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint check_rule_code_taken unique (tenant_id, rule_code)
);
comment on column check_rule.built_in is 'A form of the product names it: it keeps its code and stays.';
comment on column check_rule.segments is 'Consumed from left to right: {digits, pattern, message}; digits is a number or * for all that is left.';
call app.isolate('check_rule');

-- Dictionaries with levels: an item may stand below another one of the same dictionary.
alter table dictionary_item
  add column parent_id bigint,
  add constraint dictionary_item_place unique (tenant_id, dictionary_id, id),
  add constraint dictionary_item_parent foreign key (tenant_id, dictionary_id, parent_id)
    references dictionary_item (tenant_id, dictionary_id, id),
  add constraint dictionary_item_not_its_own_parent check (parent_id <> id);
create index dictionary_item_children on dictionary_item (tenant_id, dictionary_id, parent_id);
