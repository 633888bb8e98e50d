using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// Opens a process or dump so that its runtime is found. A single-file program contains its runtime. Searches inside the program's file only if no other
/// runtime is found, because that search takes long.
/// </summary>
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

    /// <summary>Returns the programs in a process's memory, without the libraries.</summary>
    public static IReadOnlyList<string> ProgramsIn(DataTarget target) =>
        [.. target.EnumerateModules().Select(module => module.FileName).OfType<string>().Where(file => file.StartsWith('/') && !Path.GetFileName(file).Contains(".so", StringComparison.Ordinal) && !file.EndsWith(".dll", StringComparison.Ordinal))];

    private static DataTargetOptions OptionsFor(string root) => new() { FileLocator = new LocalFiles(root) };
}
