type CardChoiceProps = { name: string; chosen: boolean; onChoose: () => void }

/** Chooses the record of a card for common actions. */
export const CardChoice = ({ name, chosen, onChoose }: CardChoiceProps) => (
  <label className="card-choice">
    <input type="checkbox" aria-label={`选择 ${name}`} checked={chosen} onChange={onChoose} />
  </label>
)
