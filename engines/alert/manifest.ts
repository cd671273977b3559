import { defineModule } from '#packages/contract'

/** Something that somebody has to settle in time. Other modules raise alerts and show them; there are no pages here. */
export const manifest = defineModule({ key: 'alert', title: '预警', permissions: {} })
