import type { CreateOf, UpdateOf } from '#packages/contract'
import { invalid, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { subjects } from '#kernel/schooling/server/api.ts'
import { profession, wrongCombination } from '../contract.ts'

const base = crud(profession, 'profession', {
  references: { firstSubject: subjects, secondSubject: subjects, thirdSubject: subjects },
})

type Facts = Pick<CreateOf<typeof profession>, 'kind' | 'firstSubject' | 'secondSubject' | 'thirdSubject'>

/** A combination has exactly three subjects. */
function refuseWrongCombination({ kind, firstSubject, secondSubject, thirdSubject }: Facts) {
  const chosen = [firstSubject, secondSubject, thirdSubject].flatMap((id) => id ?? [])
  if (kind === 'combination' && new Set(chosen).size !== 3)
    throw invalid([{ field: 'firstSubject', msg: wrongCombination }])
}

export const professions = {
  ...base,
  async create(ctx: Ctx, form: CreateOf<typeof profession>) {
    refuseWrongCombination(form)
    return base.create(ctx, form)
  },
  async update(ctx: Ctx, form: UpdateOf<typeof profession>) {
    refuseWrongCombination(form)
    return base.update(ctx, form)
  },
}
