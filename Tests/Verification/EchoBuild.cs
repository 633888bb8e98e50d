namespace Tests.Verification;

/// <summary>The sample's server, which the build of the tests has made from the same files twice: Fody wove one of them.</summary>
internal static class EchoBuild
{
    public static string NotWoven => PathOf("NotWoven");

    public static string Woven => PathOf("Woven");

    private static string PathOf(string build) =>
        Repository.PathOf("Samples", "EchoServer", build, "bin", Repository.Configuration, "net10.0", $"Echo.{build}.dll");
}
