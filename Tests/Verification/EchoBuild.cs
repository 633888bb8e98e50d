namespace Tests.Verification;

/// <summary>The sample's server, which the build of the tests has made from the same files twice: Fody wove one of them.</summary>
internal static class EchoBuild
{
#if DEBUG
    private const string Configuration = "Debug";
#else
    private const string Configuration = "Release";
#endif

    public static string NotWoven => PathOf("NotWoven");

    public static string Woven => PathOf("Woven");

    private static string PathOf(string build) =>
        Repository.PathOf("Samples", "EchoServer", build, "bin", Configuration, "net10.0", $"Echo.{build}.dll");
}
