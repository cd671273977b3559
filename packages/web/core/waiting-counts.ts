import { create } from 'zustand'

/** What waits for whoever is signed in, as the bars of the shell show it. */
export interface WaitingCounts {
  /** Messages that were not read. */
  unread: number
  /** To-dos that are open. */
  todo: number
  /** Background work that waits or runs. */
  tasks: number
}

/** One for the whole tab: whoever hears from the server writes it, whoever shows a number reads it. */
export const useWaitingCounts = create<WaitingCounts>(() => ({ unread: 0, todo: 0, tasks: 0 }))
export const setWaitingCounts = ({ unread, todo, tasks }: WaitingCounts) =>
  useWaitingCounts.setState({ unread, todo, tasks })
