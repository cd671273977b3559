import { create } from 'zustand'

/** The counts in the bars of the shell. */
export interface WaitingCounts {
  /** Unread messages. */
  unread: number
  /** Open to-dos. */
  todo: number
  /** Background tasks that wait or run. */
  tasks: number
}

/** One store per tab, written by everything that gets news from the server. */
export const useWaitingCounts = create<WaitingCounts>(() => ({ unread: 0, todo: 0, tasks: 0 }))
export const setWaitingCounts = ({ unread, todo, tasks }: WaitingCounts) =>
  useWaitingCounts.setState({ unread, todo, tasks })
