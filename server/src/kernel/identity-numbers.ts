import { isMaskedIdentity, maskIdentity } from '@heliodesk/contract/identity-numbers.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, type Ctx } from './context.ts'
import { mayDo } from './rights.ts'

type Asker = Pick<Ctx, 'who'>

/** Whether the caller sees the numbers of this person's certificates as they are. */
const seesNumbersOf = ({ who }: Asker, personId: RawBuilder<unknown>) =>
  sql<boolean>`(${personId} = ${who.userId}::bigint or ${mayDo(who.userId, 'user:personal')})`

/** The number of a certificate as the caller may see it: as maskIdentity of the contract. */
export const shownCertificate = (
  asker: Asker,
  certificate: RawBuilder<unknown>,
  personId: RawBuilder<unknown>,
) =>
  sql<string>`coalesce(case when ${seesNumbersOf(asker, personId)} then ${certificate} else app.without_identity(${certificate}) end, '')`

/** A certificate for everybody but its holder, whatever they may do: reading it whole is an act of its own. */
export const withoutNumber = <Row extends { personId: string | null; certificate: string }>(
  { who }: Asker,
  row: Row,
): Row => (row.personId === who.userId ? row : { ...row, certificate: maskIdentity(row.certificate) })

const MASKED = new DomainError('certificate.masked', '证书编号（certificate）：请输入完整的证书编号')

/** The number of a form: a masked one is one of those that are known of the person, which the sender did not see. */
export function wholeCertificate(sent: string, known: readonly string[]): string {
  if (!isMaskedIdentity(sent)) return sent
  const found = known.find((each) => maskIdentity(each) === sent)
  if (found === undefined) throw MASKED
  return found
}
