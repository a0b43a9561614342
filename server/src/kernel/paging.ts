/** A page of a `/sys` list as the Jeecg family answers it. */
export function pagesOf<Row>(records: Row[], total: number, pageNo: number, pageSize: number) {
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}
