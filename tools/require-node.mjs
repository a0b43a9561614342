// Plain JavaScript in old syntax on purpose: it has to run on the old Node versions that it rejects.
const needed = 24
const major = Number(process.versions.node.split('.')[0])

if (major < needed) {
  console.error(
    `Heliodesk needs Node ${needed} or newer, but this is Node ${process.versions.node}. ` +
      `"npm ci" puts Node ${needed} into node_modules/.bin, where npm scripts find it first: ` +
      'run it again with install scripts allowed (npm ci --ignore-scripts=false), ' +
      `or install Node ${needed} from https://nodejs.org/.`,
  )
  process.exit(1)
}
