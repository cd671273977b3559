/** Whether the samples of what pages are made of are to be seen: always while developing, elsewhere where the server says so. */
export const hasSamples = () => import.meta.env.DEV || document.documentElement.dataset['samples'] === 'shown'
