import { chooseChild, useFamily } from '#packages/web/core/family.ts'
import { Chips } from '#packages/web/light/chips.tsx'
import { Card } from '#packages/web/light/card.tsx'

/** With several children it must be plain whose page it is. */
export function ChildChips() {
  const family = useFamily()
  if (family.children.length < 2) return null
  return (
    <Card>
      <Chips
        label="孩子"
        name="child"
        hasMark={false}
        value={family.childId ?? ''}
        options={family.children.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={chooseChild}
      />
    </Card>
  )
}
