-- Orders that people linked. Two orders have one relation at a time; a removed one stays with who removed it.
create table order_relation (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  other_id bigint not null,
  -- What order_id is to other_id: it goes before it, is a duplicate of it, or just has to do with it.
  kind text not null check (kind in ('before', 'duplicate', 'related')),
  added_by bigint not null default app.user_id(),
  added_at timestamptz not null,
  removed_by bigint,
  removed_at timestamptz,
  primary key (tenant_id, id),
  check (order_id <> other_id),
  check ((removed_by is null) = (removed_at is null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, other_id) references work_order (tenant_id, id),
  foreign key (tenant_id, added_by) references app_user (tenant_id, id),
  foreign key (tenant_id, removed_by) references app_user (tenant_id, id)
);
create unique index order_relation_pair on order_relation (
  tenant_id, least(order_id, other_id), greatest(order_id, other_id)
) where removed_at is null;
create unique index order_relation_original on order_relation (tenant_id, order_id)
  where kind = 'duplicate' and removed_at is null;
create index order_relation_order on order_relation (tenant_id, order_id) where removed_at is null;
create index order_relation_other on order_relation (tenant_id, other_id) where removed_at is null;
call app.isolate('order_relation');

create index work_order_plan_code on work_order (tenant_id, plan_code, created_at desc) where plan_code is not null;
