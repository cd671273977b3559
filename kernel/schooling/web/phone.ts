import type { PhoneModule } from '#packages/web/core/module.ts'

/** The rooms of the school, for staff on phones. */
export default {
  pages: { '/staffMain/rooms': () => import('./phone/rooms-page.tsx') },
  cards: { rooms: () => import('./phone/rooms-link.tsx') },
  controls: {
    room: () => import('./phone/room-picker.tsx'),
    class: () => import('./phone/class-picker.tsx'),
  },
} satisfies PhoneModule
