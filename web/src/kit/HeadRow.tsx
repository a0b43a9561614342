/** The head of a plain table: the titles of its columns. */
export const HeadRow = ({ titles }: { titles: readonly string[] }) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </tr>
  </thead>
)
