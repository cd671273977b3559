import type { AnyEntity } from '#packages/contract'
import { onConstraint } from '#packages/db'

/** The violation of a constraint that the entity names, as its message. */
export const explainConstraint = (entity: AnyEntity) => (error: unknown) => {
  for (const { constraint, message, field } of entity.unique ?? []) {
    try {
      onConstraint(constraint, message, field)(error)
    } catch (explained) {
      if (explained !== error) throw explained
    }
  }
  throw error
}

/** The same for rows that are moved to another organisation, which may have rows with the same names. */
export const explainMove = (entity: AnyEntity) =>
  explainConstraint({
    ...entity,
    unique: (entity.unique ?? []).map(({ constraint, message }) => ({
      constraint,
      message: `两个单位的${entity.title}有重复：${message}，请先修改`,
    })),
  })
