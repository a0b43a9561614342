import { referenceInputs, referenceOutcome } from '@heliodesk/contract/cleaning-benefit.fixture.ts'
import type { BenefitPair } from './round.ts'

/** The reference case, not accepted yet. */
export const benefit: BenefitPair = {
  estimate: {
    inputs: referenceInputs,
    sources: {
      capacityKwp: 'records',
      irradiation: 'measured',
      pr: 'setting',
      srGain: 'records',
      days: 'setting',
      price: 'station',
      cost: 'records',
      soilingRate: 'setting',
    },
    measuredDays: 12,
    outcome: referenceOutcome,
    unmeasured: 0,
    cleanedOn: '2030-01-02',
    breakEvenDay: '2030-01-27',
    rain: null,
  },
  accepted: null,
}
