-- Films of steps, photos beyond the limit of a step, and signatures (docs/decisions/0087-films-and-signatures.md).
alter table field_photo
  add column film_seconds real check (film_seconds between 0 and 61),
  add column poster bytea check (length(poster) between 1 and 45000),
  add column is_extra boolean not null default false,
  drop constraint field_photo_part_check,
  add constraint field_photo_part_check check (part in ('step', 'before', 'after', 'report', 'film')),
  add constraint field_photo_film check (part = 'film' or film_seconds is null and poster is null);
comment on column field_photo.film_seconds is 'null also of a film that its phone could not play';
comment on column field_photo.poster is 'a frame of a film, until the film is here';
comment on column field_photo.is_extra is 'announced when its step had as many as it may have: a supplementary record';

-- Those beyond the limit of a step are extra.
alter table work_order_photo
  drop constraint work_order_photo_part_check,
  add constraint work_order_photo_part_check check (part in ('step', 'before', 'after', 'report', 'film', 'extra'));

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'step', 'film', 'example', 'drawing', 'earth', 'general'));

-- Signatures that were given on phones. Nothing of them is ever changed.
create table order_signature (
  tenant_id int not null default app.tenant_id() references tenant,
  -- Made on the phone.
  id uuid not null,
  order_id bigint not null,
  role text not null check (role in ('executor', 'witness')),
  name text not null check (name <> ''),
  title text not null,
  -- The points of each stroke, x,y,x,y;x,y, on 1000 by 400; none if the name was typed.
  strokes text not null check (length(strokes) <= 18000),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  author_id bigint not null default app.user_id(),
  author_name text not null,
  device_at timestamptz not null,
  device_skew bigint,
  done_at timestamptz not null,
  at timestamptz not null,
  marks text[] not null,
  primary key (tenant_id, id),
  check ((latitude is null) = (longitude is null)),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, author_id) references app_user (tenant_id, id)
);
comment on column order_signature.device_skew is 'milliseconds that the phone was ahead of the server; null if never compared';
create index order_signature_order on order_signature (tenant_id, order_id, done_at);
call app.isolate('order_signature');
call app.keep_forever('order_signature');
