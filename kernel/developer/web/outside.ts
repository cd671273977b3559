import type { OutsideModule } from '#packages/web/core/module.ts'

/** The pages of signed-in developers, and that of platform administrators about them. */
export default {
  pages: {
    '/useApply': () => import('./outside/use-apply.tsx'),
    '/useApply/messages': () => import('./outside/messages.tsx'),
    '/useApply/company': () => import('./outside/company.tsx'),
    '/useApply/account': () => import('./outside/account.tsx'),
    '/platform/developers': () => import('./outside/companies.tsx'),
  },
} satisfies OutsideModule
