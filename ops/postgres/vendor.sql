-- Demo and tests only: the data of a school meal supplier. vendor_reader may only read it.
revoke create on schema public from public;
create table meal_delivery (
  id           int primary key,
  school       text not null,
  delivered_on date not null,
  meal         text not null,
  portions     int not null,
  temperature  numeric(4, 1) not null
);
insert into meal_delivery
select n, (array['云禾区实验小学', '云禾区文澜中学', '云禾区晨岚学校'])[n % 3 + 1], date '2026-11-01' + n / 3,
  (array['番茄炒蛋套餐', '红烧鸡腿套餐', '清蒸鱼套餐'])[n % 3 + 1], 180 + n % 7 * 12, 62 + n % 5
from generate_series(1, 60) n;
grant select on meal_delivery to vendor_reader;
grant select, insert, update, delete on meal_delivery to vendor_writer;
