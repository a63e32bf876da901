# One image for every role; docker-compose.yml names the program of each.

# The example storefront, and the bundles of all programs. Their tools stay out of the image.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm pkg delete optionalDependencies && npm install --ignore-scripts --no-audit --no-fund
COPY clients/typescript/src ./clients/typescript/src
COPY examples/storefront ./examples/storefront
COPY gateway/openapi/service.json ./gateway/openapi/
COPY dev/generate/client-types.ts ./dev/generate/
RUN node node_modules/vite/bin/vite.js build examples/storefront
COPY contracts ./contracts
COPY platform ./platform
COPY services ./services
COPY gateway ./gateway
COPY cli ./cli
COPY dev ./dev
COPY deploy/mongodb-users.json ./deploy/
RUN node node_modules/rolldown/bin/cli.mjs --config dev/rolldown.config.ts

FROM node:24-slim

# The limits on memory are those of dev/base/processes.ts, and for their reasons.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    NODE_OPTIONS=--max-semi-space-size=16 \
    PRIVATE_HOST=0.0.0.0 \
    PRIVATE_PORT=9090

# The version of package.json.
LABEL org.opencontainers.image.version="1.0.0"

WORKDIR /app

# The project's own optional packages are a Node 24 for machines with an older one, which this image is not; those of
# its dependencies are their programs for this very system. Not `npm ci`: it refuses a lock file that has more.
COPY package.json package-lock.json ./
RUN npm pkg delete optionalDependencies \
    && npm install --omit=dev --ignore-scripts --no-audit --no-fund \
    && npm cache clean --force

# Programs read files beside their sources, and extensions of the shop import the sources.
COPY contracts ./contracts
COPY platform ./platform
COPY services ./services
COPY gateway ./gateway
COPY cli ./cli
COPY docs ./docs
COPY clients/typescript/README.md ./clients/typescript/
COPY clients/react/README.md ./clients/react/
COPY examples/next/README.md ./examples/next/
COPY examples/demo-shop ./examples/demo-shop
COPY deploy/entrypoint.sh ./deploy/
COPY --from=build /app/examples/storefront/dist ./examples/storefront/dist
COPY --from=build /app/bundles ./bundles
RUN mkdir -p bundles/compile-cache && chown node bundles/compile-cache
ENV NODE_COMPILE_CACHE=/app/bundles/compile-cache

USER node
# Fills the compile cache, without which a process needs 8 to 15 MB more. Each program loads and then ends, because it
# finds no settings (exit code 78). Node has a cache for each user.
RUN for program in bundles/services/*/main.mjs bundles/gateway/main.mjs; do \
      node "$program" 2> /dev/null; [ $? = 78 ] || exit 1; \
    done && node bundles/cli/main.mjs --version

# The public port of the gateway, and the private port of every role. Publish the first one alone: health and metrics are for
# the networks of the containers, and operations for the container itself.
EXPOSE 8080 9090

# Not a program of Node, which needs a tenth of a second to start.
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=5 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PRIVATE_PORT && printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r answer <&3 && [[ $answer == *' 200 '* ]]"]

ENTRYPOINT ["/bin/sh", "deploy/entrypoint.sh"]
CMD ["node", "bundles/gateway/main.mjs"]
