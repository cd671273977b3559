import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'

// Every part of the module loads this file; the pickers are loaded by the first form that needs them.
const LazyOrgPicker = lazy(() => import('./pickers/org-picker.tsx'))

/**
 * Chooses an organisation in a form: `{ kind: 'custom', draw: (props) => <OrgPicker {...props} kinds={['school']} />
 * }`. With `within` only departments of that organisation, with `withSelf` also the organisation itself. The value is
 * an id.
 */
export const OrgPicker = (props: ComponentProps<typeof LazyOrgPicker>) =>
  createElement(Suspense, null, createElement(LazyOrgPicker, props))

const LazyOrgChoice = lazy(() => import('./pickers/org-choice.tsx'))

/** Chooses the organisation of a page that is about one organisation at a time. */
export const OrgChoice = (props: ComponentProps<typeof LazyOrgChoice>) =>
  createElement(Suspense, null, createElement(LazyOrgChoice, props))

export default {
  pages: { Orgs: () => import('./pages/organisations.tsx') },
  controls: { organisation: () => import('./pickers/org-picker.tsx') },
  cards: {
    organisations: { load: () => import('./components/summary-card.tsx') },
  },
} satisfies WebModule
