-- Processes as BPMN 2.0 files. A version never changes but for whether it is in use.
create table process_definition (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  key text not null check (key <> ''),
  version int not null check (version > 0),
  name text not null check (name <> ''),
  xml text not null,
  sha256 bytea not null,
  active boolean not null default true,
  deployed_at timestamptz not null,
  -- Null for processes that come with the product.
  deployed_by bigint default app.user_id(),
  primary key (tenant_id, id),
  unique (tenant_id, key, version),
  foreign key (tenant_id, deployed_by) references app_user (tenant_id, id)
);
call app.isolate('process_definition');

create function app.keep_definition() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.key, old.version, old.name, old.xml, old.sha256, old.deployed_at, old.deployed_by)
    is distinct from (new.key, new.version, new.name, new.xml, new.sha256, new.deployed_at, new.deployed_by) then
    raise exception 'a deployed process is neither changed nor removed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger keep_definition before update or delete on process_definition
  for each row execute function app.keep_definition();
