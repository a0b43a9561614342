/** A skeleton of a typical page, shown after 150 ms and fading downwards. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status" aria-label="正在加载">
      <span className="sk" style={{ width: 96, height: 18 }} />
      <span className="sk" style={{ width: '46%' }} />
      {ROWS.map((row) => (
        <span key={row} className="bars" style={{ opacity: 1 - row * 0.085 }}>
          <span className="sk" style={{ width: 120 }} />
          <span className="sk" style={{ width: 56 }} />
          <span className="sk" style={{ width: `${24 + ((row * 17) % 20)}%` }} />
        </span>
      ))}
    </div>
  )
}

const ROWS = Array.from({ length: 11 }, (_, row) => row)
