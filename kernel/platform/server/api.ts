export { changeDistrictState } from './service/districts.ts'
