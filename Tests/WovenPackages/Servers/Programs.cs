namespace Tests.WovenPackages.Servers;

/// <summary>Programs of this machine.</summary>
internal static class Programs
{
    /// <summary>The full path of a program; null where there is none.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="first">Where it may be, before the folders of PATH.</param>
    public static string? Find(string name, IEnumerable<string> first) =>
        first.Concat((Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries))
            .Select(folder => Path.Combine(folder, name))
            .FirstOrDefault(File.Exists);
}
