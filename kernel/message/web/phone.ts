import type { PhoneModule } from '#packages/web/core/module.ts'

const list = () => import('./phone/message-list.tsx').then(({ MessageList }) => ({ default: MessageList }))

export default {
  pages: {
    '/studentMain/messages': () => import('./phone/messages-page.tsx'),
    '/message': () => import('./phone/staff-messages-page.tsx'),
  },
  cards: {
    'to-do': () => import('./phone/to-do-card.tsx'),
    messages: list,
  },
} satisfies PhoneModule
