import { createElement, lazy, Suspense } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { manifest } from '../manifest.ts'

// This file is part of the shell; the list is loaded by its page.
const SignIns = lazy(() => import('./components/sign-ins-card.tsx'))
const cardPlace = { id: 'sign-ins', title: '最近登录' }

/** Recent sign-ins, for the page of the user's devices. */
export const RecentSignIns = () =>
  createElement(CurrentCardContext, { value: cardPlace }, createElement(Suspense, null, createElement(SignIns)))

export default defineWebModule({
  manifest,
  cards: [
    {
      id: 'new-devices',
      title: '新设备登录',
      permission: 'login.watch',
      columns: 3,
      sort: 64,
      placeholderHeight: 188,
      load: () => import('./components/new-devices-card.tsx'),
    },
  ],
})
