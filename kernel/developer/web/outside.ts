import type { OutsideModule } from '#packages/web/core/module.ts'

/** The pages of signed-in developers. */
export default {
  pages: {
    '/useApply': () => import('./outside/use-apply.tsx'),
    '/useApply/messages': () => import('./outside/messages.tsx'),
    '/useApply/company': () => import('./outside/company.tsx'),
  },
} satisfies OutsideModule
