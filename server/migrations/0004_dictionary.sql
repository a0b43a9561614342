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
  primary key (tenant_id, id),
  constraint dictionary_item_value_taken unique (tenant_id, dictionary_id, item_value),
  foreign key (tenant_id, dictionary_id) references dictionary (tenant_id, id) on delete cascade
);

call app.isolate('dictionary');
call app.isolate('dictionary_item');
