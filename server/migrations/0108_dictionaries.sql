-- Dictionaries, the rules that codes are built by, and the catalogue of materials.

create table dictionary (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  dict_code text not null check (dict_code <> ''),
  dict_name text not null check (dict_name <> ''),
  description text not null default '',
  built_in boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint dictionary_code_taken unique (tenant_id, dict_code)
);
call app.isolate('dictionary');

-- An item may have a parent in the same dictionary.
create table dictionary_item (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  dictionary_id bigint not null,
  item_text text not null check (item_text <> ''),
  item_value text not null check (item_value <> ''),
  color text,
  description text not null default '',
  sort_order int not null default 0,
  status text not null default '1' check (status in ('0', '1')),
  parent_id bigint,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint dictionary_item_value_taken unique (tenant_id, dictionary_id, item_value),
  constraint dictionary_item_place unique (tenant_id, dictionary_id, id),
  foreign key (tenant_id, dictionary_id) references dictionary (tenant_id, id) on delete cascade,
  constraint dictionary_item_parent foreign key (tenant_id, dictionary_id, parent_id)
    references dictionary_item (tenant_id, dictionary_id, id),
  constraint dictionary_item_not_its_own_parent check (parent_id <> id)
);
create index dictionary_item_children on dictionary_item (tenant_id, dictionary_id, parent_id);
call app.isolate('dictionary_item');

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

create table material_category (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  parent_id bigint,
  code text not null check (code ~ '^(\d\d)+$'),
  name text not null check (name <> ''),
  belong_to text not null check (belong_to in ('spare', 'tool')),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, parent_id) references material_category (tenant_id, id)
);
comment on table material_category is 'Classes of the material catalogue; a code continues its parent''s by two digits.';
call app.isolate('material_category');
