/** Loaded with `import()` by pages of other modules, so that their first load does not have it. */
export { default as ObjectHistory } from './components/object-history.tsx'
