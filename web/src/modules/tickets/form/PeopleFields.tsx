import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { SwitchField } from '../../../kit/fields/SwitchField.tsx'
import { PersonField } from '../PersonField.tsx'
import { PersonRows } from './PersonRows.tsx'
import { fieldsOf, type TicketDraft } from './ticket-draft.ts'
import { At, type TicketFormState } from './At.tsx'

type PeopleFieldsProps = { form: TicketFormState; seen: TicketDetail | null }

/** Who signs the ticket, and who works or watches under it. */
export function PeopleFields({ form, seen }: PeopleFieldsProps) {
  const { field, set, errorOf } = form
  const draft: TicketDraft = form.values
  const has = fieldsOf(draft.kind ?? 'first')
  const site = { psId: draft.psId, voltage: draft.voltage }
  return (
    <>
      <h2>人员</h2>
      <At of="leaderId">
        <PersonField
          {...field('leaderId')}
          label={has.isOperation ? '操作人' : '工作负责人'}
          role={has.isOperation ? 'operator' : 'leader'}
          site={site}
          known={seen?.leaderName ?? null}
        />
      </At>
      {has.isIssued && (
        <At of="issuerId">
          <PersonField
            {...field('issuerId')}
            label="工作票签发人"
            role="issuer"
            site={site}
            known={seen?.issuerName ?? null}
          />
        </At>
      )}
      {has.isOperation && (
        <At of="guardId">
          <PersonField
            {...field('guardId')}
            label="操作监护人"
            role="operationGuard"
            site={site}
            known={seen?.guardName ?? null}
          />
        </At>
      )}
      {has.mayBeOutsourced && (
        <SwitchField {...field('isOutsourced')} label="外委作业" hint="外委单位的签发人会签" />
      )}
      {has.mayBeOutsourced && draft.isOutsourced && (
        <At of="cosignerId">
          <PersonField
            {...field('cosignerId')}
            label="会签人"
            role="coIssuer"
            site={site}
            known={seen?.cosignerName ?? null}
          />
        </At>
      )}
      {!has.isOperation && (
        <At of="people" wide>
          <PersonRows
            parts={has.parts}
            site={site}
            error={errorOf('people')}
            people={draft.people ?? []}
            onChange={(people) => set('people', people)}
          />
        </At>
      )}
    </>
  )
}
