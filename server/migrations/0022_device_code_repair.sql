-- 0021 was corrected after it had been run: its first text cut the codes of devices whose ids are longer than seven
-- digits, so that the 10,000,001st device failed. Both texts end alike after this.
create or replace function app.device_code(p_id bigint) returns text language sql immutable as $$
  select 'SB' || lpad(p_id::text, greatest(7, length(p_id::text)), '0')
$$;

create or replace function app.device_takes_code() returns trigger language plpgsql as $$
begin
  new.code := app.device_code(new.id);
  return new;
end
$$;

-- Codes that were cut become whole, unless somebody has given away the whole one meanwhile.
do $$
declare
  v_tenant int;
begin
  for v_tenant in select id from tenant order by id loop
    perform set_config('app.tenant', v_tenant::text, true);
    update device d set code = app.device_code(d.id)
      where d.tenant_id = v_tenant and d.id >= 10000000 and d.code = 'SB' || left(d.id::text, 7)
        and not exists (
          select from device other where other.tenant_id = v_tenant and other.code = app.device_code(d.id)
        );
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
