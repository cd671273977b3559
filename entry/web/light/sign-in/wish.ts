import { wishIn } from './enter.ts'

const kept = 'wish'

/** Where the visitor wants to go waits in this tab while another page is open. */
export const keepWish = () => sessionStorage.setItem(kept, wishIn(location.search))

/** What the visitor wanted before that page was opened. */
export function takeWish(): string {
  const wish = sessionStorage.getItem(kept) ?? ''
  sessionStorage.removeItem(kept)
  return wish
}
