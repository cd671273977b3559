-- The order of the cards of the data board: of an organisation, or of one user. Without a row the default applies.
create table tenant.board_layout (
  district_id int not null default tenant.current_district(),
  -- An organisation or a membership.
  owner_id    uuid not null,
  owner_kind  text not null check (owner_kind in ('org', 'user')),
  -- [{"id": "todos", "isHidden": false, "isLocked": false}]
  cards       jsonb not null check (jsonb_typeof(cards) = 'array' and length(cards::text) <= 20000),
  updated_at  timestamptz not null,
  primary key (district_id, owner_id)
);
select tenant.wall('board_layout', 'select', 'insert', 'update', 'delete');
