import { defineServerModule } from '#packages/http'
import { awayChanged } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { dutiesOfOrgs, dutiesOfPeople } from './contents.ts'

/**
 * When a membership ends its coming duties stay: the module that booked them says who takes them, and its lessons would
 * otherwise lose their teacher unseen.
 */
export default defineServerModule({
  manifest,
  events: [awayChanged],
  personContents: [dutiesOfPeople],
  orgContents: [dutiesOfOrgs],
})
