import type { PhoneModule } from '#packages/web/core/module.ts'

const list = () => import('./phone/message-list.tsx').then(({ MessageList }) => ({ default: MessageList }))

export default {
  pages: { '/studentMain/messages': () => import('./phone/messages-page.tsx') },
  cards: [
    { id: 'to-do', audience: 'staff', sort: 1, height: 108, load: () => import('./phone/to-do-card.tsx') },
    { id: 'messages', audience: 'both', tab: 'messages', sort: 1, load: list },
    { id: 'messages', audience: 'staff', tab: 'messages', sort: 1, load: list },
  ],
} satisfies PhoneModule
