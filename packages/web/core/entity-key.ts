import type { AnyEntity } from '#packages/contract/entity/index.ts'

/** Everything below this key is reloaded when a row of the entity changes. */
export const getEntityKey = (entity: AnyEntity) => [entity.module, entity.key] as const
