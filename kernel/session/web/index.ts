import { createElement, lazy, Suspense } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'

// Every part of the module loads this file; the list is loaded by its page.
const SignIns = lazy(() => import('./components/sign-ins-card.tsx'))
const cardPlace = { id: 'sign-ins', title: '最近登录' }

/** Recent sign-ins, for the page of the user's devices. */
export const RecentSignIns = () =>
  createElement(CurrentCardContext, { value: cardPlace }, createElement(Suspense, null, createElement(SignIns)))

export default {
  cards: {
    'new-devices': { load: () => import('./components/new-devices-card.tsx') },
  },
} satisfies WebModule
