const { options } = require('./.dependency-cruiser.cjs');

/**
 * A folder is a layer, imported from one side. Tests and fixtures lie beside the code they test and may import more than
 * it, so they are left out here; `.dependency-cruiser.cjs` has the rules for all files.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'folders-are-layers',
      severity: 'error',
      comment:
        'Of two folders that import each other, directly or around, neither can be read or changed without the other.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [options.exclude.path, '\\.(test|fixture)\\.ts$'] },
  },
};
