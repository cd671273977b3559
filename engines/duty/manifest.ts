import { defineModule } from '#packages/contract'

/** Who is where when. Only other modules book and ask; there are no pages and no routes. */
export const manifest = defineModule({ key: 'duty', title: '教职工时间', permissions: {} })
