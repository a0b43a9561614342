import { PageHead } from '../../../kit/PageHead.tsx'
import { chapters } from './chapters.ts'
import css from './manual.module.css'

/** 现场手册: what a technician looks up at work. */
export function ManualPage() {
  return (
    <>
      <PageHead title="现场手册" facts="没有信号也能看" />
      <div className={css.manual}>
        {chapters.map(({ key, title, about, parts }) => (
          <details key={key}>
            <summary>
              <h2>{title}</h2>
              <p className="t3">{about}</p>
            </summary>
            {parts.map((part) => (
              <section key={part.title}>
                <h3>{part.title}</h3>
                <ul>
                  {part.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </section>
            ))}
          </details>
        ))}
      </div>
    </>
  )
}
