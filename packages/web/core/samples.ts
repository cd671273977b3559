/** Whether the gallery pages are available: always in development, elsewhere if the server enables them. */
export const hasSamples = () => import.meta.env.DEV || document.documentElement.dataset['samples'] === 'shown'
