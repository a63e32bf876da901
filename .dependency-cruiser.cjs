/**
 * Which part may import which. Every rule has its reason; `tests/architecture` shows that each can fail.
 *
 * Type-only imports count as imports. Tests lie beside the code they test and may import more than it.
 */
const from = (path, more = {}) => ({ path, pathNot: '\\.test\\.ts$', ...more });

/**
 * What a domain may use of others: schemas, forms of countries and their addresses, cleaning of HTML, hashes, a place for what a pure function
 * gave before. None waits or depends on the machine.
 */
const pureHelp = [
  '^node_modules/(zod|iso-3166)/',
  '^node_modules/(countries-list|localized-address-format|lru-cache|sanitize-html)/',
  '^(node:)?crypto$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'Rules of the trade can be read, tested and simulated only while no engine, clock or wire is in them.',
      from: from('^services/([^/]+)/(domain|model|[^/]+/domain)/'),
      to: {
        pathNot: [
          '^contracts/',
          '^platform/(money|tax|errors|util|countries)/',
          '^services/$1/(domain|model|[^/]+/domain)/',
          ...pureHelp,
        ],
      },
    },
    {
      name: 'services-stand-alone',
      severity: 'error',
      comment:
        'A service that imports another cannot be restarted, scaled or moved without it; they talk over NATS.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'databases-in-stores',
      severity: 'error',
      comment:
        "An engine's driver is known to the store that owns the data and to the process that connects it.",
      from: {
        pathNot: [
          '^services/[^/]+/store/',
          '^services/[^/]+/[^/]+/store/',
          '^platform/(mongodb|redis)/',
          '^services/[^/]+/main\\.ts$',
          '\\.(test|fixture)\\.ts$',
          '^(tests|bench|dev|testing)/',
          '^node_modules/',
        ],
      },
      to: { path: '^node_modules/(mongoose|mongodb|ioredis)/' },
    },
    {
      name: 'faces-reach-no-engine',
      severity: 'error',
      comment:
        'The gateway and the command line own no data: what they reach by whatever way may bring no driver along.',
      from: from('^(gateway|cli)/', { pathNot: ['\\.(test|fixture)\\.ts$'] }),
      to: { path: '^node_modules/(mongoose|mongodb|ioredis)/', reachable: true },
    },
    {
      name: 'commands-run-without-vitest',
      severity: 'error',
      comment: 'Vitest throws when it is imported outside of a test run, so no command would start.',
      from: { path: '^(tests|bench|dev)/.*main\\.ts$' },
      to: { path: '^node_modules/vitest/', reachable: true },
    },
    {
      name: 'nats-in-the-platform',
      severity: 'error',
      comment:
        'One bus: deadlines, claims and draining hold only when nobody speaks to NATS beside it. Types may be named.',
      from: {
        pathNot: [
          '^platform/(bus|events|feed|service)/',
          '/main\\.ts$',
          '^cli/(shared/bus|commands/status)\\.ts$',
          '\\.test\\.ts$',
          '^(tests|bench|dev|testing)/',
          '^node_modules/',
        ],
      },
      to: { path: '^node_modules/nats/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'http-at-the-edges',
      severity: 'error',
      comment:
        'Only the gateway and the private port of a process know HTTP; the rest would be tied to it for nothing.',
      from: { pathNot: ['^gateway/', '^platform/service/', '^(tests|bench)/', '^node_modules/'] },
      to: { path: '^node_modules/(koa|@koa/[^/]+)/' },
    },
    {
      name: 'faces-know-no-service',
      severity: 'error',
      comment:
        'The gateway and the command line see what every client of the bus sees; otherwise they could not run alone.',
      from: from('^(gateway|cli)/'),
      to: { path: '^services/' },
    },
    {
      name: 'faces-apart',
      severity: 'error',
      comment:
        'The gateway and the command line are two programs; what both need belongs to contracts or platform.',
      from: from('^(gateway|cli)/'),
      to: { path: '^(gateway|cli)/', pathNot: '^$1/' },
    },
    {
      name: 'contracts-are-schemas',
      severity: 'error',
      comment: 'A contract is read by every process, so it may bring nothing along but zod.',
      from: from('^contracts/'),
      to: { pathNot: ['^contracts/', '^node_modules/zod/', '^platform/errors/'] },
    },
    {
      name: 'contracts-take-types-of-errors',
      severity: 'error',
      comment: 'A contract may name an error code; the table of errors itself belongs to those who answer.',
      from: from('^contracts/'),
      to: { path: '^platform/errors/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-say-no-sentences',
      severity: 'error',
      comment:
        'A service gives codes and data. The gateway and the command line say the sentences, in the language of the shop.',
      from: from('^(services|contracts)/'),
      to: { path: '^platform/sentences/' },
    },
    {
      name: 'platform-below-all',
      severity: 'error',
      comment: 'What every process needs must not need one of them.',
      from: from('^platform/'),
      to: { path: '^(services|gateway|cli|examples)/' },
    },
    {
      name: 'import-is-silent',
      severity: 'error',
      comment: 'A service may import a shop as well as a command; it has no terminal and no options.',
      from: from('^platform/woocommerce/'),
      to: { path: '^(platform/terminal|node_modules/commander)/' },
    },
    {
      name: 'bus-below-service',
      severity: 'error',
      comment:
        'The edge of a process serves what the bus defines; a bus that knew the edge could not be understood alone.',
      from: from('^platform/bus/'),
      to: { path: '^platform/service/' },
    },
    {
      name: 'platform-runs-without-dev',
      severity: 'error',
      comment:
        'The image has no dev folder; only what tests share may start engines with it, and the command of a clone.',
      from: from('^(platform|services|gateway|cli|contracts)/', {
        pathNot: ['\\.(test|fixture)\\.ts$', '^cli/cartwright\\.mjs$'],
      }),
      to: { path: '^(dev|testing)/' },
    },
    {
      name: 'streams-below-routing',
      severity: 'error',
      comment: 'Open streams are what a live route answers with; they must not know routes.',
      from: from('^gateway/live/'),
      to: { path: '^gateway/(routing|routes|cache)/' },
    },
    {
      name: 'routing-knows-no-route',
      severity: 'error',
      comment:
        'What one route needs of the machinery is a flag of its declaration, not a special case by path.',
      from: from('^gateway/(http|overload|caller|routing|cache|live)/'),
      to: { path: '^gateway/routes' },
    },
    {
      name: 'clients-stand-alone',
      severity: 'error',
      comment:
        'A client runs in browsers, Deno and workers without this project: it imports its own files alone.',
      from: from('^clients/typescript/src/'),
      to: { pathNot: '^clients/typescript/src/' },
    },
    {
      name: 'hooks-need-client-and-react',
      severity: 'error',
      comment:
        'Hooks run wherever the client and React do: they import nothing else, and the client by its name alone.',
      from: from('^clients/react/src/'),
      to: {
        pathNot: [
          '^clients/react/src/',
          '^clients/typescript/src/index\\.ts$',
          '^node_modules/(@types/)?react/',
        ],
      },
    },
    {
      name: 'money-and-errors-are-pure',
      severity: 'error',
      comment: 'Amounts and refusals are used in every domain, so they hold to the same purity.',
      from: from('^platform/(money|errors)/'),
      to: { pathNot: ['^platform/(money|errors)/', '^node_modules/zod/'] },
    },
    {
      name: 'tax-is-pure',
      severity: 'error',
      comment: 'Carts and catalogue put the same tax on the same price; both are pure, so this is.',
      from: from('^platform/tax/'),
      to: {
        pathNot: ['^platform/(tax|money|util)/', '^contracts/', '^node_modules/(lru-cache|countries-list)/'],
      },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      comment:
        'A test may be changed without a thought for who runs on it. The generator reads the rows it prints, Vitest the order of files.',
      from: { pathNot: ['^tests/', '^dev/generate/', '^vitest\\.config\\.ts$', '\\.test\\.ts$'] },
      to: { path: ['^tests/', '\\.test\\.ts$'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or a third is missing.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nothing imports and that imports nothing is left over.',
      from: {
        orphan: true,
        pathNot: [
          '\\.test\\.ts$',
          '\\.d\\.(ts|mts)$',
          '\\.config\\.ts$',
          '\\.(cjs|mjs)$',
          '^gateway/site/reference\\.js$',
        ],
      },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'An import that cannot be resolved escapes every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      severity: 'error',
      comment:
        'A package that package.json does not name is there by chance; one for development is not in the image.',
      from: from('^(platform|services|gateway|cli|contracts)/', {
        pathNot: ['\\.(test|fixture)\\.ts$'],
      }),
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^((clients|examples)/[^/]+/dist[^/]*|examples/next|\\.data|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
