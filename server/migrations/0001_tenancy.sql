-- The application never works as the owner of its tables: superusers and BYPASSRLS roles skip row-level
-- security. Every pooled connection takes this plain role; where it may not be created, FORCE below still
-- holds for an ordinary owner, and the start refuses anything stronger.
do $$
begin
  if not exists (select from pg_roles where rolname = 'heliodesk_app') then
    create role heliodesk_app nologin;
  end if;
  execute format('grant heliodesk_app to %I', current_user);
exception
  when insufficient_privilege then raise notice 'heliodesk_app cannot be created by this role';
  when duplicate_object or unique_violation then null;
end
$$;

create schema app;

-- '' rather than NULL is what current_setting answers after a transaction that set it, hence nullif.
create function app.tenant_id() returns int language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::int;

create function app.user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::bigint;

-- Gives a table the tenant policy; a test finds every table with a tenant_id that was forgotten.
create procedure app.isolate(relation regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = app.tenant_id()) with check (tenant_id = app.tenant_id())',
    relation
  );
end
$$;

create table tenant (
  id int primary key generated always as identity,
  name text not null unique check (name <> ''),
  time_zone text not null default 'Asia/Shanghai',
  status text not null default 'active' check (status in ('active', 'stopped')),
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table tenant is 'A company using the product; data of two tenants never meet.';
