-- The pairs of state and sub-state that an order can have (docs/order-rules.tsv); a terminated one keeps its sub-state.
alter table work_order add constraint work_order_states check (
  case flow_sts
    when 1 then other_sts = 1
    when 2 then other_sts in (2, 3, 6)
    when 3 then other_sts = 4
    when 4 then other_sts in (0, 5)
    else other_sts in (1, 2, 3, 4, 6)
  end);
