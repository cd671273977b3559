import type { PhoneModule } from '#packages/web/core/module.ts'

/** What pupils and guardians see of their messages. */
export default {
  pages: { '/studentMain/messages': () => import('./phone/messages-page.tsx') },
} satisfies PhoneModule
