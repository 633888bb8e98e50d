using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Opens what is read so that its runtime is found: one that is a part of the program itself is looked for only where there is no other, since that takes long.</summary>
internal static class Runtimes
{
    public static DataTarget Open(Func<DataTargetOptions, DataTarget> open, string root)
    {
        var target = open(OptionsFor(root));
        if (target.ClrVersions.Any(clr => clr.Flavor == ClrFlavor.Core))
        {
            return target;
        }

        target.Dispose();
        var options = OptionsFor(root);
        options.ForceCompleteRuntimeEnumeration = true;
        return open(options);
    }

    /// <summary>The programs, and not the libraries, that a process has in its memory.</summary>
    public static IReadOnlyList<string> ProgramsIn(DataTarget target) =>
        [.. target.EnumerateModules().Select(module => module.FileName).OfType<string>().Where(file => file.StartsWith('/') && !Path.GetFileName(file).Contains(".so", StringComparison.Ordinal) && !file.EndsWith(".dll", StringComparison.Ordinal))];

    private static DataTargetOptions OptionsFor(string root) => new() { FileLocator = new LocalFiles(root) };
}
